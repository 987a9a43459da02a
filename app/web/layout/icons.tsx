import {
  BarChartOutlined,
  CheckSquareOutlined,
  CrownOutlined,
  DashboardOutlined,
  GiftOutlined,
  MessageOutlined,
  NotificationOutlined,
  SettingOutlined,
  ShopOutlined,
  TeamOutlined,
  ToolOutlined,
  UserAddOutlined,
} from '@ant-design/icons'

/** The menu's icons, by what they stand for. */
export const icons = {
  dashboard: <DashboardOutlined />,
  counter: <ShopOutlined />,
  tasks: <CheckSquareOutlined />,
  registration: <UserAddOutlined />,
  rewards: <GiftOutlined />,
  campaign: <NotificationOutlined />,
  reporting: <BarChartOutlined />,
  member: <TeamOutlined />,
  points: <CrownOutlined />,
  setup: <ToolOutlined />,
  feedback: <MessageOutlined />,
  settings: <SettingOutlined />,
}
export type IconName = keyof typeof icons
