/** The icons in use, each exported alone, so that a chunk contains only those it shows. 20 px with a 1.75 stroke by default. */
export {
  ArrowDown as IconArrowDown,
  ArrowDownToLine as IconDeposit,
  ArrowLeftRight as IconTransfer,
  ArrowUp as IconArrowUp,
  ArrowUpFromLine as IconWithdraw,
  Bell as IconBell,
  Check as IconCheck,
  ChevronDown as IconChevronDown,
  ChevronLeft as IconChevronLeft,
  ChevronRight as IconChevronRight,
  CircleAlert as IconAlert,
  CircleHelp as IconHelp,
  CircleUserRound as IconUser,
  Clock as IconClock,
  Coins as IconCoins,
  Copy as IconCopy,
  Download as IconDownload,
  Ellipsis as IconMore,
  Eraser as IconEraser,
  ExternalLink as IconExternal,
  Eye as IconEye,
  EyeOff as IconEyeOff,
  FileText as IconDocument,
  Globe as IconGlobe,
  House as IconHome,
  ImageUp as IconUpload,
  Info as IconInfo,
  KeyRound as IconKey,
  Layers as IconLayers,
  LayoutGrid as IconHeatmap,
  ListFilter as IconFilter,
  LockKeyhole as IconLock,
  LogOut as IconLogOut,
  Mail as IconMail,
  Maximize2 as IconMaximize,
  Megaphone as IconMegaphone,
  Menu as IconMenu,
  Minus as IconMinus,
  Monitor as IconComputer,
  Moon as IconMoon,
  Pencil as IconEdit,
  PenLine as IconDraw,
  Phone as IconPhone,
  Plus as IconPlus,
  RefreshCw as IconRefresh,
  Search as IconSearch,
  Settings as IconSettings,
  Share as IconShare,
  ShieldCheck as IconShield,
  SlidersHorizontal as IconSliders,
  Smartphone as IconSmartphone,
  Star as IconStar,
  Sun as IconSun,
  SunMoon as IconTheme,
  Trash2 as IconTrash,
  TriangleAlert as IconWarning,
  UserRound as IconPerson,
  WifiOff as IconOffline,
  X as IconClose,
} from 'lucide-react';

import type { SVGProps } from 'react';

type OwnIconProps = SVGProps<SVGSVGElement> & { size?: number | undefined };

const base = {
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.75,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/** Two candles: Trade. */
export function IconCandles({ size = 24, ...rest }: OwnIconProps) {
  return (
    <svg aria-hidden="true" {...base} width={size} height={size} {...rest}>
      <path d="M8 4v3M8 16v4M16 3v5M16 17v4" />
      <rect x="5.5" y="7" width="5" height="9" rx="1" />
      <rect x="13.5" y="8" width="5" height="9" rx="1" />
    </svg>
  );
}

/** A rising line over a base: Market. */
export function IconMarket({ size = 24, ...rest }: OwnIconProps) {
  return (
    <svg aria-hidden="true" {...base} width={size} height={size} {...rest}>
      <path d="M3.5 20h17M3.5 15.5 9 10l4 4 7.5-8" />
    </svg>
  );
}

/** A wallet: Funds. */
export function IconFunds({ size = 24, ...rest }: OwnIconProps) {
  return (
    <svg aria-hidden="true" {...base} width={size} height={size} {...rest}>
      <rect x="3" y="5.5" width="18" height="14" rx="2.5" />
      <path d="M3 9.5h18M16.5 15h1" />
    </svg>
  );
}
