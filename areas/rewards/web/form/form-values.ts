import type { Values } from '#kit/web/form/fields.ts'
import type { Picture } from './Pictures.tsx'
import type { Extras } from './saving.ts'

/** Values of the reward form, including those that the endpoint of the reward does not take. */
export type FormValues = Values & Extras & { Pictures?: Picture[] }

/** Media ids of the pictures, as the endpoint takes them. */
export const imagesOf = ({ Pictures = [] }: FormValues) => Pictures.map(({ MediaId }) => MediaId)
