import { prepareCallLogin } from '#app/server/call-login.ts'

/** The user name of the database login for calls: one login for all databases of a run, created by global-setup.ts. */
export const callLogin = (url: string) => prepareCallLogin({ url, directUrl: url, secret: () => Buffer.alloc(32, 7) })
