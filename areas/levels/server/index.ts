// What other areas may ask of levels.

export { getLevelStatus } from './status/get-level-status.ts'
