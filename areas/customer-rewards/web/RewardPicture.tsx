import { GiftIcon } from 'lucide-react'
import { IconTile } from '#kit/web/Tile.tsx'
import { fileUrl } from '#kit/web/upload/send.ts'
import './rewards.css'

/** A reward's thumbnail, or a gift icon. */
export const RewardPicture = ({ url }: { url: string | null }) =>
  url ? (
    <img className="reward-thumb" src={fileUrl(url)} alt="" loading="lazy" />
  ) : (
    <IconTile size={40}>
      <GiftIcon />
    </IconTile>
  )
