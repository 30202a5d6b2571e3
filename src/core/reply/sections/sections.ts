import type { OwnText } from './own-text.ts';
import type { ReplyEvent } from '#core/reply/reply-event.ts';
import { createSection, type Section } from './section.ts';
import type { VersionName } from '#core/edits/version.ts';

/** More text than this before the first version may be reasoning whose opening tag is missing. In UTF-16 units. */
const talkLimit = 400;

/** The sections of a reply. Of several sections for a version, the first with any content counts. */
export type Sections = {
  /** Ends the open sections and begins the version that a marker line names. */
  start(version: VersionName): void;
  /** Continues with a version and leaves others open. Null means the current one, or the assumed one. */
  turnTo(version: VersionName | null): void;
  /** The current section. Null: there is none yet, or it does not count. */
  current(): Section | null;
  form(): 'none' | 'unheard' | ReturnType<Section['form']>;
  hasBegun(): boolean;
  /** Notes how much text came before the first section. */
  talk(length: number): void;
  /** Drops everything that was not reported yet, because it was reasoning. */
  forget(): void;
  end(): void;
  taken(): ReplyEvent[];
};

export function createSections(own: OwnText, assumed: VersionName | null): Sections {
  const events: ReplyEvent[] = [];
  const done = new Set<VersionName>();
  const open = new Map<VersionName, Section>();
  let current: Section | null = null;
  let hasBegun = false;
  let talked = 0;

  const add = (event: ReplyEvent) => addEvent(events, event);

  const end = () => {
    for (const section of open.values()) {
      section.end();
      if (section.hasStarted()) done.add(section.version);
    }
    open.clear();
    current = null;
  };

  const turnTo = (asked: VersionName | null) => {
    const version = asked ?? (hasBegun ? null : assumed);
    if (version === null) return;
    hasBegun = true;
    if (current?.version === version) return;
    current = open.get(version) ?? (done.has(version) ? null : createSection(version, own, add));
    if (current !== null) open.set(version, current);
  };

  return {
    start(version) {
      // A heading below its own marker line.
      if (current?.version === version && current.form() === 'open') current.forget();
      else end();
      turnTo(version);
    },
    turnTo,
    current: () => current,
    form: () => current?.form() ?? (hasBegun ? 'unheard' : 'none'),
    hasBegun: () => hasBegun,
    talk(length) {
      talked += length;
    },
    forget() {
      for (const section of open.values()) section.forget();
      if (talked > talkLimit) {
        events.length = 0;
        open.clear();
        done.clear();
      }
      end();
      hasBegun = false;
      talked = 0;
    },
    end() {
      end();
      talked = 0;
    },
    taken: () => (talked > talkLimit ? [] : events.splice(0)),
  };
}

/** Joins neighbouring texts of a version. */
function addEvent(events: ReplyEvent[], event: ReplyEvent): void {
  const last = events.at(-1);
  const goesOn =
    event.type === 'version-text' && last?.type === 'version-text' && last.version === event.version;
  if (goesOn) events[events.length - 1] = { ...last, text: last.text + event.text };
  else events.push(event);
}
