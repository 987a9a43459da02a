import { LogList } from './LogList.tsx'

/** The contact log. */
export const LogPage = () => <LogList />
