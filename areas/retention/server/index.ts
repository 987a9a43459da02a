// The module API of who comes back.

export { neverFitted, REFIT } from './refit.ts'
