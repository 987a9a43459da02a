import { SendIcon } from 'lucide-react'

/** The icon of the action that sends a message, on pages of other areas. */
export const SendActionIcon = () => <SendIcon aria-hidden />
