import { definePath } from '#kit/contract/path.ts'

/** Path of the page on which signed-in customers download their data. */
export const ownDataPath = definePath('/self-service/card/data')
