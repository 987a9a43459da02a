import { path } from '#kit/contract/path.ts'

/** Where a customer who signed in gets what is kept about them. */
export const ownDataPath = path('/self-service/card/data')
