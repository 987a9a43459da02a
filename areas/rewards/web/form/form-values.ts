import type { Values } from '#kit/web/form/fields.ts'
import type { FormPicture } from './Pictures.tsx'
import type { RewardExtras } from './saving.ts'

/** All values of the reward form, including those that other endpoints save. */
export type FormValues = Values & RewardExtras & { Pictures?: FormPicture[] }

/** Media ids of the pictures, in the form that the endpoint accepts. */
export const imageIds = ({ Pictures = [] }: FormValues) => Pictures.map(({ MediaId }) => MediaId)
