import type { Values } from '#kit/web/form/fields.ts'
import type { FormPicture } from './Pictures.tsx'
import type { SeparatelySavedValues } from './saving.ts'

/** Values of the reward form, including values that separate requests save. */
export type FormValues = Values & SeparatelySavedValues & { Pictures?: FormPicture[] }

/** Returns the media ids of the pictures for the request. */
export const imageIds = ({ Pictures = [] }: FormValues) => Pictures.map(({ MediaId }) => MediaId)
