import { ContactLogList } from './LogList.tsx'

/** The page with the contact log. */
export const ContactLogPage = () => <ContactLogList />
