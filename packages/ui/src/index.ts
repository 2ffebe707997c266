/** Table of contents of the ui package. */
export { Amount, type AmountProps, Arrow, Change, type ChangeProps, noFigure, Price, type PriceProps, Total, Wordmark } from './Amount.tsx';
export {
  Button,
  type ButtonKind,
  type ButtonLook,
  type ButtonProps,
  type ButtonSize,
  buttonClass,
  IconButton,
  type IconButtonProps,
  iconButtonClass,
} from './Button.tsx';
export {
  Checkbox,
  type CheckboxProps,
  Select,
  type SelectProps,
  Slider,
  type SliderProps,
  Switch,
  type SwitchProps,
} from './Choice.tsx';
export { type TokenName, tokenColours } from './colours.ts';
export { englishLabels, hiddenAmount, type UiLabels, UiProvider, type UiSettings, useUi } from './context.tsx';
export { csvCell, downloadText, toCsv } from './csv.ts';
export { cx } from './cx.ts';
export { type FieldFrame, PasswordField, TextArea, TextField, type TextFieldProps } from './Field.tsx';
export { flash } from './flash.ts';
export * from './icons.tsx';
export { type Fact, Facts, List, Row, RowContent, type RowProps, rowClass, rowItemClass } from './List.tsx';
export { Menu, type MenuItem, type MenuProps } from './Menu.tsx';
export { NumberField, type NumberFieldProps } from './NumberField.tsx';
export { Confirm, Dialog, type OverlayProps, Sheet } from './Overlay.tsx';
export { openOverlays, overlayHost, useOverlay } from './overlay-stack.ts';
export { AreaCurve, type AreaCurveProps, type CurvePoint } from './pictures/AreaCurve.tsx';
export { Fingerprint } from './pictures/Fingerprint.tsx';
export { Meter, type MeterProps } from './pictures/Meter.tsx';
export { ProgressBar } from './pictures/ProgressBar.tsx';
export { fingerprintCells, linePath, type Point, slices, spread } from './pictures/picture-paths.ts';
export { type Part, Ring, RingLegend } from './pictures/Ring.tsx';
export { Sparkline, type SparklineProps } from './pictures/Sparkline.tsx';
export { Segmented, type SegmentedProps } from './Segmented.tsx';
export { Age, Avatar, Chip, type ChipTone, Kbd, OfflineBar } from './Small.tsx';
export { EmptyState, ErrorState, Skeleton, SkeletonRows } from './States.tsx';
export { Tabs, type TabsProps } from './Tabs.tsx';
export { headingAnchor, TextTree, type TextTreeProps } from './TextTree.tsx';
export {
  choosePartition,
  filterOf,
  nextSort,
  noFilter,
  noSort,
  type SortDirection,
  type SortType,
  sortRows,
  type TableFilter,
  type TableSort,
} from './table-state.ts';
export { type ToastAction, type ToastKind, toast, toastCloseMs } from './toast-store.ts';
export { type AmountInput, amountProblemText, useAmountInput } from './useAmountInput.tsx';
export type { Option } from './walk.ts';
