import type { Values } from '#kit/web/form/fields.ts'
import type { FormPicture } from './Pictures.tsx'
import type { SeparatelySavedValues } from './saving.ts'

/** All values of the reward form, including those that other endpoints save. */
export type FormValues = Values & SeparatelySavedValues & { Pictures?: FormPicture[] }

/** Media ids of the pictures, in the form that the endpoint accepts. */
export const imageIds = ({ Pictures = [] }: FormValues) => Pictures.map(({ MediaId }) => MediaId)
