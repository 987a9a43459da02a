export type * from './calls.ts'
export { keyedPaths } from './calls.ts'
export {
  type CallOptions,
  CaratClient,
  type ClientOptions,
  type KeyedPath,
  type Path,
  type QueuedCall,
  type QueueResult,
  type Reply,
  type Request,
} from './client.ts'
export { CaratError } from './errors.ts'
