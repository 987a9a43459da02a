import { definePath } from '#kit/contract/path.ts'

export const leadSourcesPath = definePath('/setup/lead-source')
export const prospectsPath = definePath('/registration/lead-prospects', 'show', 'LeadSourceId')
