import {
  ChartColumnIcon,
  CoinsIcon,
  GiftIcon,
  LayoutDashboardIcon,
  ListChecksIcon,
  MegaphoneIcon,
  MessageSquareTextIcon,
  ScanLineIcon,
  SettingsIcon,
  SlidersHorizontalIcon,
  UserPlusIcon,
  UsersIcon,
} from 'lucide-react'

/** The menu's icons, by what they stand for. */
export const icons = {
  dashboard: <LayoutDashboardIcon />,
  counter: <ScanLineIcon />,
  tasks: <ListChecksIcon />,
  registration: <UserPlusIcon />,
  rewards: <GiftIcon />,
  campaign: <MegaphoneIcon />,
  reporting: <ChartColumnIcon />,
  member: <UsersIcon />,
  points: <CoinsIcon />,
  setup: <SlidersHorizontalIcon />,
  feedback: <MessageSquareTextIcon />,
  settings: <SettingsIcon />,
}
export type IconName = keyof typeof icons
