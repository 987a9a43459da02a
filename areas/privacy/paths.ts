import { path } from '#kit/contract/path.ts'

/** The page where a signed-in customer downloads their data. */
export const ownDataPath = path('/self-service/card/data')
