import { GiftIcon } from 'lucide-react'
import { fileUrl } from '#kit/web/upload/send.ts'
import './rewards.css'

/** Thumbnail of a reward; screen readers skip it, because the reward's name is shown beside it. */
export const RewardThumbnail = ({ url }: { url: string | null }) => (
  <span className="carat-reward-thumb" aria-hidden>
    {url ? <img src={fileUrl(url)} alt="" /> : <GiftIcon />}
  </span>
)
