import { SendIcon } from 'lucide-react'

/** Beside what sends, where the pages of other areas offer it. */
export const Icon = () => <SendIcon aria-hidden />
