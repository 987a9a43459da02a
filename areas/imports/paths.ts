import { path } from '#kit/contract/path.ts'

export const importsPath = path('/imports', 'kind')
