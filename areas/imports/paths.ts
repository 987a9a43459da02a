import { path } from '#kit/contract/path.ts'

export const importsPath = path('/imports', 'kind')
export const importLeadsPath = path('/registration/import-leads', 'import')
