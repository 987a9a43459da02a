import type { Values } from '#kit/web/form/fields.ts'
import type { FormPicture } from './Pictures.tsx'
import type { RewardExtras } from './saving.ts'

/** Values of the reward form, including those that the endpoint of the reward does not take. */
export type FormValues = Values & RewardExtras & { Pictures?: FormPicture[] }

/** Media ids of the pictures, as the endpoint takes them. */
export const imageIds = ({ Pictures = [] }: FormValues) => Pictures.map(({ MediaId }) => MediaId)
