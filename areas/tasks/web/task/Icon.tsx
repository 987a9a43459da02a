import { ListChecksIcon } from 'lucide-react'

/** Beside what makes tasks, where the pages of other areas offer it. */
export const Icon = () => <ListChecksIcon aria-hidden />
