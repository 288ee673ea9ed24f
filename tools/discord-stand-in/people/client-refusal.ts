/** What Discord's own app does not let a person do: it says so under the message field, and nothing is sent. */
export class ClientRefusal extends Error {
  override readonly name = 'ClientRefusal';
}
