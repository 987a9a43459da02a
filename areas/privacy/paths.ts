import { definePath } from '#kit/contract/path.ts'

/** The page where a signed-in customer downloads their data. */
export const ownDataPath = definePath('/self-service/card/data')
