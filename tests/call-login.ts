import { prepareCallLogin } from '#app/server/call-login.ts'

/** The address under which calls sign in: one login for all databases of a run, which global-setup.ts makes. */
export const callLogin = (url: string) => prepareCallLogin({ url, directUrl: url, secret: () => Buffer.alloc(32, 7) })
