import { prepareCallLogin } from '#app/server/call-login.ts'

/** The user name of the database login for API calls, which global-setup.ts creates for all databases of a run. */
export const callLogin = (url: string) => prepareCallLogin({ url, directUrl: url, secret: () => Buffer.alloc(32, 7) })
