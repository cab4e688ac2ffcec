//! Input of the players: the keypad, the handles and the light pen.

use crate::{
    frame::{HEIGHT, WIDTH},
    state::{Reader, StateError, Writer},
};

/// The ports of the inputs and of the register blocks.
pub(crate) mod port {
    pub(crate) const COLOR_BLOCK: u8 = 0x0B;
    pub(crate) const FIRST_SOUND: u8 = 0x10;
    pub(crate) const LAST_SOUND: u8 = 0x17;
    pub(crate) const SOUND_BLOCK: u8 = 0x18;
}

/// A key of the keypad of 4 columns and 6 rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PadKey(u8);

/// The keys from top to bottom and from left to right: the legend of the calculator, and the overlay of BASIC with the plain
/// meaning and those after GREEN, RED, BLUE and WORDS.
const KEYS: [(&str, [&str; 5]); 24] = [
    ("C", ["GO", "", "", "", "+10"]),
    ("MR", ["7", "A", "B", "C", "FOR"]),
    ("7", ["4", "M", "N", "O", "GOSB"]),
    ("4", ["1", "Y", "Z", "!", "CLEAR"]),
    ("1", ["SPACE", "$", ",", "?", ""]),
    ("CE", ["GREEN", "", "", "", ""]),
    ("↑", ["PAUSE", "", "/", "\\", ""]),
    ("MS", ["8", "D", "E", "F", "TO"]),
    ("8", ["5", "P", "Q", "R", "RETN"]),
    ("5", ["2", "←", "'", "→", "LINE"]),
    ("2", ["0", "<", "\"", ">", "INPUT"]),
    ("0", ["RED", "", "", "", ""]),
    ("↓", ["HALT", "", "", "", "RUN"]),
    ("CH", ["9", "G", "H", "I", "STEP"]),
    ("9", ["6", "S", "T", "U", "RND"]),
    ("6", ["3", "↑", ".", "↓", "BOX"]),
    ("3", ["ERASE", "(", ";", ")", ""]),
    (".", ["BLUE", "", "", "", ""]),
    ("%", ["÷", "", "[", "]", "LIST"]),
    ("÷", ["×", "J", "K", "L", "NEXT"]),
    ("×", ["−", "V", "W", "X", "IF"]),
    ("−", ["+", "&", "@", "*", "GOTO"]),
    ("+", ["=", "#", "%", ":", "PRINT"]),
    ("=", ["WORDS", "", "", "", ""]),
];

const ROWS: u8 = 6;

impl PadKey {
    /// Returns all keys, column by column.
    pub fn all() -> impl Iterator<Item = PadKey> {
        (0..KEYS.len() as u8).map(PadKey)
    }

    /// Returns the key in a column (0 to 3 from the left) and a row (0 to 5 from the top).
    pub fn at(column: u8, row: u8) -> Option<PadKey> {
        (column < 4 && row < ROWS).then_some(PadKey(column * ROWS + row))
    }

    pub fn with_legend(legend: &str) -> Option<PadKey> {
        PadKey::all().find(|key| key.legend() == legend)
    }

    /// Returns the key with this name, its plain meaning, on BASIC's overlay.
    pub fn with_overlay(name: &str) -> Option<PadKey> {
        PadKey::all().find(|key| key.overlay()[0] == name)
    }

    /// Returns the legend of the calculator.
    pub fn legend(self) -> &'static str {
        KEYS[usize::from(self.0)].0
    }

    /// Returns the meanings on BASIC's overlay: plain, and after GREEN, RED, BLUE and WORDS. Some are empty.
    pub fn overlay(self) -> [&'static str; 5] {
        KEYS[usize::from(self.0)].1
    }

    /// Returns the column, 0 to 3 from the left. The leftmost is read at port 17.
    pub fn column(self) -> u8 {
        self.0 / ROWS
    }

    /// Returns the row, 0 to 5 from the top, which is the bit of the port.
    pub fn row(self) -> u8 {
        self.0 % ROWS
    }

    pub fn port(self) -> u8 {
        0x17 - self.column()
    }
}

/// A handle: a joystick with a trigger and a knob.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Handle {
    pub up: bool,
    pub down: bool,
    pub left: bool,
    pub right: bool,
    pub trigger: bool,
    /// The position of the knob: 0 is fully counterclockwise, 255 clockwise.
    pub knob: u8,
}

impl Handle {
    /// A handle that nobody touches, with its knob in the middle.
    pub const CENTERED: Handle =
        Handle { up: false, down: false, left: false, right: false, trigger: false, knob: 0x80 };

    /// Returns the handle with these switches, as a port shows them, and knob.
    fn of(switches: u8, knob: u8) -> Handle {
        let [up, down, left, right, trigger] = std::array::from_fn(|bit| switches >> bit & 1 != 0);
        Handle { up, down, left, right, trigger, knob }
    }

    fn switches(self) -> u8 {
        let bits = [self.up, self.down, self.left, self.right, self.trigger];
        (0..).zip(bits).fold(0, |byte, (bit, is_closed)| byte | u8::from(is_closed) << bit)
    }
}

/// The pixel at which a light pen points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pen {
    /// The column, 0 to 159.
    pub x: u8,
    /// The row, 0 to 101.
    pub y: u8,
}

impl Pen {
    /// Returns the pen at a pixel, if it is one of the picture.
    pub fn at(x: usize, y: usize) -> Option<Pen> {
        let is_inside = x < WIDTH && y < HEIGHT;
        is_inside.then_some(Pen { x: x as u8, y: y as u8 })
    }

    fn is_inside(self) -> bool {
        Pen::at(self.x.into(), self.y.into()).is_some()
    }

    pub(crate) fn save(pen: Option<Pen>, state: &mut Writer) {
        let Pen { x, y } = pen.unwrap_or(Pen { x: 0, y: 0 });
        state.bytes(&[pen.is_some().into(), x, y]);
    }

    pub(crate) fn load(state: &mut Reader) -> Result<Option<Pen>, StateError> {
        let (is_there, x, y) = (state.flag()?, state.byte()?, state.byte()?);
        if y <= 127 { Ok(is_there.then_some(Pen { x, y })) } else { Err(StateError::BadValue("light pen")) }
    }
}

/// The state of all inputs, for one frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Input {
    /// The keys of each column, 0 to 3 from the left; bit 0 is the top row.
    pub columns: [u8; 4],
    /// The handles 1 to 4. One that is not [connected](crate::Config::handles) reads as [`Handle::default`].
    pub handles: [Handle; 4],
    /// The light pen, if it points at the picture.
    pub pen: Option<Pen>,
}

/// No key, four handles that nobody touches, no light pen.
impl Default for Input {
    fn default() -> Self {
        Input { columns: [0; 4], handles: [Handle::CENTERED; 4], pen: None }
    }
}

impl Input {
    pub fn press(&mut self, key: PadKey) {
        self.columns[usize::from(key.column())] |= 1 << key.row();
    }

    pub fn release(&mut self, key: PadKey) {
        self.columns[usize::from(key.column())] &= !(1 << key.row());
    }

    pub fn is_pressed(&self, key: PadKey) -> bool {
        self.columns[usize::from(key.column())] >> key.row() & 1 != 0
    }

    /// Returns the bytes to send to the chips for this input after another one: pairs of an item and its value. A recording
    /// gets them as [`Change::Send`](arcadian_machine::Change::Send).
    pub fn messages(&self, before: &Input) -> impl Iterator<Item = u8> + use<> {
        changes(before.items(), self.items())
    }

    /// Returns the bytes to send to chips that have other inputs.
    pub(crate) fn messages_to(&self, inputs: &Inputs) -> impl Iterator<Item = u8> + use<> {
        changes(inputs.items, self.items())
    }

    /// Returns the items as bytes: keys, switches, knobs, light pen.
    fn items(&self) -> [u8; Inputs::ITEMS] {
        let mut items = [0; Inputs::ITEMS];
        items[..4].copy_from_slice(&self.columns);
        for (index, handle) in self.handles.iter().enumerate() {
            items[4 + index] = handle.switches();
            items[8 + index] = handle.knob;
        }
        let pen = self.pen.filter(|pen| pen.is_inside());
        if let Some(Pen { x, y }) = pen {
            items[12..].copy_from_slice(&[1, x, y]);
        }
        items
    }
}

/// Returns the items that change, each followed by its new value.
fn changes(old: [u8; Inputs::ITEMS], new: [u8; Inputs::ITEMS]) -> impl Iterator<Item = u8> {
    let changed = (0..).zip(new).zip(old).filter(|((_, new), old)| new != old);
    changed.flat_map(|((item, new), _)| [item, new])
}

/// The inputs as the chips see them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Inputs {
    items: [u8; Self::ITEMS],
    /// The item whose value is received next.
    selected: Option<u8>,
    /// The number of handles that are connected.
    handles: u8,
}

impl Inputs {
    const ITEMS: usize = 15;

    /// Returns the inputs as those of [`Input::default`].
    pub(crate) fn new(handles: u8) -> Self {
        Inputs { items: Input::default().items(), selected: None, handles }
    }

    /// Receives a byte of a message. Items that do not exist are ignored.
    pub(crate) fn receive(&mut self, value: u8) {
        match self.selected.take() {
            None => self.selected = Some(value),
            Some(item) => {
                if let Some(old) = self.items.get_mut(usize::from(item)) {
                    *old = value;
                }
            }
        }
    }

    /// Returns what a port reads as: the switches of a handle at 10 to 13, the keys at 14 to 17, a knob at 1C to 1F. Without a
    /// handle it is 0.
    pub(crate) fn read(&self, port: u8) -> u8 {
        let index = usize::from(port & 3);
        let is_connected = index < usize::from(self.handles);
        match port & 0x0C {
            0x04 => self.items[3 - index] & 0x3F,
            _ if !is_connected => 0,
            0x00 => self.items[4 + index] & 0x1F,
            _ => self.items[8 + index],
        }
    }

    pub(crate) fn input(&self) -> Input {
        let columns = std::array::from_fn(|column| self.items[column]);
        let handles = std::array::from_fn(|index| Handle::of(self.items[4 + index], self.items[8 + index]));
        Input { columns, handles, pen: self.pen() }
    }

    pub(crate) fn pen(&self) -> Option<Pen> {
        let [is_there, x, y] = self.items[12..] else { return None };
        Some(Pen { x, y }).filter(|pen| is_there != 0 && pen.is_inside())
    }

    pub(crate) fn save(&self, state: &mut Writer) {
        state.bytes(&self.items);
        state.bytes(&[self.selected.is_some().into(), self.selected.unwrap_or(0)]);
    }

    /// Returns the inputs of a saved state. The handles stay connected as they are.
    pub(crate) fn loaded(&self, state: &mut Reader) -> Result<Self, StateError> {
        let items = state.array()?;
        let (is_selected, item) = (state.flag()?, state.byte()?);
        Ok(Inputs { items, selected: is_selected.then_some(item), handles: self.handles })
    }
}
