import { LogList } from './LogList.tsx'

/** What was written to customers, and what became of it. */
export const LogPage = () => <LogList />
