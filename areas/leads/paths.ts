import { definePath } from '#kit/contract/path.ts'

export const prospectsPath = definePath('/registration/lead-prospects', 'show', 'LeadSourceId')
