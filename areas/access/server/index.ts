// What the program and other areas may ask of access: who is behind a request.

export { sessionActors } from './session-actors.ts'
export { sessionCookieName } from './session-cookie.ts'
