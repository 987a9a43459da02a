import type { FormFieldValues } from '#kit/web/form/fields.ts'
import type { RewardFormPicture } from './Pictures.tsx'
import type { SeparatelySavedValues } from './saving.ts'

/** Values of the reward form, including values that separate requests save. */
export type RewardFormValues = FormFieldValues & SeparatelySavedValues & { Pictures?: RewardFormPicture[] }

/** Returns the media ids of the pictures for the request. */
export const listImageIds = ({ Pictures = [] }: RewardFormValues) => Pictures.map(({ MediaId }) => MediaId)
