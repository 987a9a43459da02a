import { ListChecksIcon } from 'lucide-react'

/** Icon that pages of other areas show for the action on tasks. */
export const AddTaskIcon = () => <ListChecksIcon aria-hidden />
