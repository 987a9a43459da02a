import { path } from '#kit/contract/path.ts'

export const customFieldsPath = path('/setup/custom-field')
