import { definePath } from '#kit/contract/path.ts'

export const importsPath = definePath('/imports', 'kind')
export const importLeadsPath = definePath('/registration/import-leads', 'import')
