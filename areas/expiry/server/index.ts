// What other programs may ask of this area.

export { closeMonth } from './liability.ts'
export { prove, proveJob } from './prove.ts'
