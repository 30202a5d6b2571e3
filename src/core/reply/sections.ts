import type { SkipRequest } from '#core/edits/edit.ts';
import { versionNames, type VersionName } from '#core/edits/version-names.ts';

import { createEditCollector, type HeldLine } from './edit-collector.ts';
import {
  readMarkerLine,
  isClosingFence,
  isElision,
  isLeadIn,
  isNoEditsLine,
  isOpeningFence,
  isPlaceholder,
  isRuleLine,
  isTableFrame,
} from './lines.ts';
import { isRemarkLine } from './openings.ts';
import { readPlanLine } from './plan.ts';
import { createTeller, createVersionWriter, markFiltersFor, type ReplyEvent } from './reply-events.ts';

/** More text than this before the first version may be reasoning whose opening tag is missing. In UTF-16 units. */
const reasoningLimit = 400;
/** More text than this before the edits is not an introduction to them. In UTF-16 units. */
const introductionLimit = 600;
/** Further links that are left out before the first version are ignored. */
const skipLimit = 1000;

/**
 * How many equal characters show that a text begins like the author's text (`beginningLength`), or like one of the
 * author's lines (`openingLength`).
 */
const beginningLength = 8;
const openingLength = 40;

/** `isFenced`: whether the whole reply is in a code fence. */
type SectionLine = HeldLine & { readonly isFenced: boolean };

export type OwnText = ReturnType<typeof createOwnText>;
export type Sections = ReturnType<typeof createSections>;

/** The sections of a reply. Of several sections for a version, the first with any content counts. */
export function createSections(own: OwnText, assumed: VersionName | null) {
  const events: ReplyEvent[] = [];
  const sections = createOpenSections(own, events);
  let [hasBegun, talked] = [false, 0];
  const early = createEarlySkips(assumed, events);

  /** Continues with a version and leaves others open. Null: the current version, else the assumed one. */
  function turnTo(asked: VersionName | null): void {
    const version = asked ?? (hasBegun ? null : assumed);
    if (version === null) return;
    hasBegun = true;
    early.tell();
    sections.turnTo(version);
  }

  return {
    /** Ends the open sections and begins the version that a marker line names. */
    start(version: VersionName): void {
      const current = sections.current();
      // This line is a heading below the marker line of the same version.
      if (current?.version === version && current.form() === 'open') current.forget();
      else sections.end();
      turnTo(version);
    },
    turnTo,
    /** Returns the version with this number. Without one, the next that has not begun. */
    versionAt: (number: number) => assumed ?? versionNames[number - 1] ?? versionNames.find(sections.isNew),
    line(line: SectionLine): void {
      if (!hasBegun && line.edit !== null && 'skips' in line.edit) early.add(line.edit.skips);
      else sections.line(line);
    },
    /** Returns the current section. Null: there is none yet, or it does not count. */
    current: sections.current,
    form: () => sections.current()?.form() ?? (hasBegun ? 'unheard' : 'none'),
    hasBegun: () => hasBegun,
    skipEverywhere: early.add,
    /** Notes how much text came before the first section. */
    talk: (length: number) => void (talked += hasBegun ? 0 : length),
    /** Drops everything that was not reported yet, because it was reasoning. */
    forget(): void {
      sections.forget(talked > reasoningLimit);
      if (talked > reasoningLimit) events.length = 0;
      early.forget();
      [hasBegun, talked] = [false, 0];
    },
    end(): void {
      // Without a version, the only one that was asked for leaves all its links out.
      if (assumed !== null && !early.isEmpty()) {
        turnTo(assumed);
        sections.current()?.teller.start();
      }
      sections.end();
      talked = 0;
    },
    /** Returns the new events. */
    taken: () => (talked > reasoningLimit ? [] : events.splice(0)),
  };
}

/** Links that a reply leaves out before its first version, and so out of all versions. */
function createEarlySkips(assumed: VersionName | null, events: ReplyEvent[]) {
  let early: SkipRequest[] = [];
  return {
    add(skips: readonly SkipRequest[]): void {
      if (early.length < skipLimit) early.push(...skips);
    },
    isEmpty: () => early.length === 0,
    tell(): void {
      for (const version of assumed === null ? versionNames : [assumed])
        for (const skip of early) events.push({ type: 'version-skip', version, skip });
      early = [];
    },
    forget: () => void (early = []),
  };
}

function createOpenSections(own: OwnText, events: ReplyEvent[]) {
  const done = new Set<VersionName>();
  const open = new Map<VersionName, Section>();
  let current: Section | null = null;

  function end(): void {
    for (const [version, section] of open) if (section.end()) done.add(version);
    open.clear();
    current = null;
  }

  return {
    current: () => current,
    isNew: (version: VersionName) => !done.has(version) && !open.has(version),
    turnTo(version: VersionName): void {
      if (current?.version === version) return;
      current = open.get(version) ?? (done.has(version) ? null : createSection(version, own, events));
      if (current !== null) open.set(version, current);
    },
    /** Passes a line to the current section. A version whose edits repeat themselves without an end is finished. */
    line(line: SectionLine): void {
      current?.line(line);
      if (current?.teller.isLooping() === true) end();
    },
    /** Drops what was not reported yet. If nothing was, no version is done. */
    forget(isAll: boolean): void {
      for (const section of open.values()) section.forget();
      end();
      if (isAll) done.clear();
    },
    end,
  };
}

type Section = ReturnType<typeof createSection>;

/** The content behind one marker line: the version's text or its edits. The first line with content decides which. */
function createSection(version: VersionName, own: OwnText, events: ReplyEvent[]) {
  const teller = createTeller(version, events);
  const writer = createVersionWriter(teller, own.markFilter);
  const edits = createEditCollector(teller, (words) => words.length >= beginningLength && own.holds(words));
  let form: 'open' | 'text' | 'edits' = 'open';
  let hasFence = false;
  /** Text that does not begin like the author's. If it is short, it may be an introduction to edits. */
  let talk = '';

  function be(next: 'text' | 'edits'): void {
    const told = talk;
    [form, talk] = [next, ''];
    if (next === 'text' && told !== '') writer.write(told);
    if (next === 'edits' && told.trim() !== '') edits.unreadable(told);
  }

  function text(piece: string): void {
    if (form === 'edits') edits.unreadable(piece);
    else if (form === 'text') writer.write(piece);
    else {
      talk += piece;
      if (talk.length > introductionLimit || own.begins(talk)) be('text');
    }
  }

  return {
    version,
    form: () => form,
    atParagraph: writer.atParagraph,
    line(line: SectionLine): void {
      const isFirst = form === 'open' && talk === '';
      const kind = kindOf(line, own, form, isFirst);
      if (kind === 'edit') be('edits');
      if (isFirst && !own.opensWithFence && isOpeningFence(line.bare)) hasFence = true;
      else if (kind === 'edit' || kind === 'skip') edits.line(line);
      else if (kind === 'unreadable') edits.unreadable(line.bare);
      else if (kind === 'text') {
        const mayEnd =
          (isFirst || form === 'text') &&
          isLeftover(line.bare, own, hasFence || line.isFenced, writer.atParagraph());
        if (mayEnd) writer.hold(line.whole);
        else text(line.whole);
      }
    },
    text,
    teller,
    /** Drops what has begun and was not reported yet. */
    forget(): void {
      talk = '';
      edits.forget();
    },
    /** Returns whether anything of the version was reported. */
    end(): boolean {
      if (talk.trim() !== '') be('text');
      if (form === 'edits') edits.flush();
      else writer.end();
      return teller.end();
    },
  };
}

/** Returns what a line of a section is. Within a text, an edit must have capitals or a link. */
function kindOf(
  { bare, edit, isUnclear }: SectionLine,
  own: OwnText,
  form: 'open' | 'text' | 'edits',
  isFirst: boolean,
): 'text' | 'edit' | 'skip' | 'unreadable' | 'nothing' {
  if (form === 'edits') return 'edit';
  if (own.has(bare)) return 'text';
  if (edit !== null && 'skips' in edit && edit.isSure) return 'skip';
  if (form === 'open' && readPlanLine(bare) !== null) return 'nothing';
  const isEdit = edit === null ? isUnclear : form === 'open' || edit.isSure;
  if (form === 'open' && (isEdit || isNoEditsLine(bare))) return 'edit';
  if (isEdit || isElision(bare)) return 'unreadable';
  const isFrame = isPlaceholder(bare) || (isFirst && (isLeadIn(bare) || isTableFrame(bare)));
  return isFrame ? 'nothing' : 'text';
}

/** Whether the line belongs to a text only when more text follows. */
function isLeftover(bare: string, own: OwnText, isFenced: boolean, atParagraph: boolean): boolean {
  return (
    bare.trim() === '' ||
    (isFenced && isClosingFence(bare)) ||
    (isRuleLine(bare) && !own.endsWithRule) ||
    (atParagraph && isRemarkLine(bare.trim()) && !own.holds(bare.trim()))
  );
}

/** The author's text, for comparison: lines of a reply that the author wrote are text, whatever they look like. */
export function createOwnText(content: string) {
  const lines = new Set(content.split(/\r\n|\r|\n/u).map((line) => line.trim()));
  let named: ReadonlySet<VersionName> | null = null;
  let marks: ReturnType<typeof markFiltersFor> | null = null;
  const solid = content.trim();
  lines.delete('');
  return {
    /** Whether the author wrote the whole line. */
    has: (line: string) => lines.has(line.trim()),
    holds: (text: string) => content.includes(text),
    /** Whether the author wrote a line with nothing but the name of a version. */
    names(version: VersionName): boolean {
      named ??= new Set([...lines].flatMap((line) => readMarkerLine(line)?.version ?? []));
      return named.has(version);
    },
    /** Whether a text begins like the author's. Without an author's text, it always does. */
    begins(text: string): boolean {
      if (solid === '') return true;
      const start = text.trimStart();
      const isEnough = start.length >= openingLength || start.includes('\n');
      const line = start.split('\n', 1)[0] ?? '';
      return (
        (start.length >= beginningLength && solid.startsWith(start.slice(0, beginningLength))) ||
        (isEnough && content.includes(line.slice(0, openingLength).trimEnd()))
      );
    },
    /** Whether a line of the author begins with the word. */
    saysVersion: /^[^\p{L}\n\r\u2028\u2029]*versi[oó]n/imu.test(content),
    opensWithFence: isOpeningFence(solid.split('\n', 1)[0] ?? ''),
    endsWithRule: isRuleLine(solid.slice(solid.lastIndexOf('\n') + 1)),
    markFilter: () => (marks ??= markFiltersFor(content))(),
  };
}
