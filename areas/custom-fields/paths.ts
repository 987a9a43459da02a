import { definePath } from '#kit/contract/path.ts'

export const customFieldsPath = definePath('/setup/custom-field')
