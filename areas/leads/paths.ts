import { path } from '#kit/contract/path.ts'

export const leadSourcesPath = path('/setup/lead-source')
export const prospectsPath = path('/registration/lead-prospects', 'show', 'LeadSourceId')
