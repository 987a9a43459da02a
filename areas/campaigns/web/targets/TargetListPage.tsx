import { TargetTable } from './TargetTable.tsx'

/** The target lists of all campaigns; outlets see their own customers on them. */
export const TargetListPage = () => <TargetTable campaign={undefined} />
