import {
  ChartColumnIcon,
  CircleCheckIcon,
  CoinsIcon,
  GiftIcon,
  LayoutDashboardIcon,
  ListChecksIcon,
  MegaphoneIcon,
  MessageSquareTextIcon,
  ScanLineIcon,
  SettingsIcon,
  SlidersHorizontalIcon,
  UserRoundPlusIcon,
  UsersRoundIcon,
} from 'lucide-react'

/** The icons of the main menu. */
export const menuIcons = {
  dashboard: <LayoutDashboardIcon aria-hidden />,
  counter: <ScanLineIcon aria-hidden />,
  tasks: <ListChecksIcon aria-hidden />,
  approvals: <CircleCheckIcon aria-hidden />,
  registration: <UserRoundPlusIcon aria-hidden />,
  rewards: <GiftIcon aria-hidden />,
  campaign: <MegaphoneIcon aria-hidden />,
  reporting: <ChartColumnIcon aria-hidden />,
  member: <UsersRoundIcon aria-hidden />,
  points: <CoinsIcon aria-hidden />,
  setup: <SlidersHorizontalIcon aria-hidden />,
  feedback: <MessageSquareTextIcon aria-hidden />,
  settings: <SettingsIcon aria-hidden />,
}
export type MenuIconName = keyof typeof menuIcons
