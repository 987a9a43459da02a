import { ListChecksIcon } from 'lucide-react'

/** Icon of the task action on pages of other areas. */
export const Icon = () => <ListChecksIcon aria-hidden />
