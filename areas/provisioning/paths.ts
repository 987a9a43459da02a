import { definePath } from '#kit/contract/path.ts'

export const provisioningPath = definePath('/settings/provisioning')
