/** Behind TLS the name itself makes the browser insist on Secure, Path=/ and no Domain. */
export const sessionCookieName = (publicUrl: string | null) => (publicUrl?.startsWith('https:') ? '__Host-sid' : 'sid')
