import { SendIcon } from 'lucide-react'

/** Icon of the send action on pages of other areas. */
export const SendActionIcon = () => <SendIcon aria-hidden />
