import { useSession } from '#kit/web/session.ts'

/** Whether amounts of sales are shown; the server leaves them out all the same. */
export const useSeesAmounts = () => useSession().may('View Sales Information')
