import { Buttons, ChoicesSample, Fields } from './ControlSamples.tsx';
import { Figures, Pictures } from './FigureSamples.tsx';
import styles from './Gallery.module.css';
import { SampleTable } from './SampleTable.tsx';
import { Section } from './Section.tsx';
import { Overlays, Rows, States } from './StateSamples.tsx';

const surfaces = ['canvas', 'surface', 'raised', 'sunken', 'selected', 'line', 'line-strong', 'edge', 'muted', 'text-2', 'text', 'solid'];
const meanings = [
  'accent',
  'accent-weak',
  'up',
  'up-fill',
  'up-weak',
  'down',
  'down-fill',
  'down-weak',
  'ok',
  'ok-weak',
  'error',
  'error-weak',
  'warn',
  'warn-weak',
];
const sizes = ['t-11', 't-12', 't-13', 't-15', 't-17', 't-22', 't-28', 't-40'];

export function Samples({ theme }: { theme: string }) {
  return (
    <>
      <Section name="Colour">
        <div className={styles.swatches}>
          {[...surfaces, ...meanings].map((name) => (
            <div key={name}>
              <i style={{ background: `var(--${name})` }} />
              {name}
            </div>
          ))}
        </div>
      </Section>
      <Section name="Type">
        <div className={styles.scale}>
          {sizes.map((size) => (
            <span key={size} style={{ fontSize: `var(--${size})` }}>
              {size} 68,412.50 BTC-PERP
            </span>
          ))}
        </div>
      </Section>
      <Buttons />
      <Fields />
      <ChoicesSample />
      <Figures />
      <Pictures />
      <Rows />
      <States />
      <Overlays theme={theme} />
      <Section name="Table">
        <SampleTable name={theme} />
      </Section>
    </>
  );
}
