import { ContactLogList } from './LogList.tsx'

/** The contact log. */
export const ContactLogPage = () => <ContactLogList />
