// What other programs may ask of this area.

export { neverProved, PROVE, prove } from './prove.ts'
