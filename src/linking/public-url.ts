/** An address below PUBLIC_URL. A proxy strips the path of PUBLIC_URL, if any, before a request reaches the bot. */
export function publicAddress(publicUrl: URL, path: string): URL {
  const address = new URL(publicUrl);
  address.pathname = publicUrl.pathname.replace(/\/+$/, '') + path;
  address.search = '';
  address.hash = '';
  return address;
}
