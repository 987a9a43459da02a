import type { Values } from '#kit/web/form/fields.ts'
import type { Picture } from './Pictures.tsx'
import type { Extras } from './saving.ts'

/** What stands in the form of a reward beside the fields of its call. */
export type Filled = Values & Extras & { Pictures?: Picture[] }

/** The pictures as the call takes them. */
export const imagesOf = ({ Pictures = [] }: Filled) => Pictures.map(({ MediaId }) => MediaId)
