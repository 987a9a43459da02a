// What other programs may ask of this area.

export { prove } from './prove.ts'
