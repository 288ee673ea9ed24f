/** An address below PUBLIC_URL, whose path (if it has one) a proxy takes off before a request reaches us. */
export function publicAddress(publicUrl: URL, path: string): URL {
  const address = new URL(publicUrl);
  address.pathname = publicUrl.pathname.replace(/\/+$/, '') + path;
  address.search = '';
  address.hash = '';
  return address;
}
